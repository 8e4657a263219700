package funcs

import (
	"errors"
	"fmt"
	"math/big"
	"net/netip"

	"github.com/zclconf/go-cty/cty"
)

func network(v cty.Value) (netip.Prefix, error) {
	p, err := netip.ParsePrefix(text(v))
	if err != nil {
		return p, &ArgError{Err: fmt.Errorf("%q is not a network, such as \"10.0.0.0/8\"", text(v)), Quotes: true}
	}
	return p.Masked(), nil
}

// whole returns a whole number that is not very large.
func whole(i int, v cty.Value) (*big.Int, error) {
	n, accuracy := v.AsBigFloat().Int(nil)
	if accuracy != big.Exact || n.BitLen() > 128 {
		return nil, &ArgError{Index: i, Err: errors.New("a whole number is required")}
	}
	return n, nil
}

// address returns the address of a network with a number.
func address(p netip.Prefix, n *big.Int) netip.Addr {
	base := new(big.Int).SetBytes(p.Addr().AsSlice())
	base.Add(base, n)
	data := make([]byte, p.Addr().BitLen()/8)
	base.FillBytes(data)
	a, _ := netip.AddrFromSlice(data)
	return a
}

// subnet returns a part of a network.
func subnet(p netip.Prefix, newbits, n *big.Int) (netip.Prefix, error) {
	if newbits.Sign() < 0 || newbits.Cmp(big.NewInt(int64(p.Addr().BitLen()-p.Bits()))) > 0 {
		return p, &ArgError{Index: 1, Err: fmt.Errorf("a network with %d bits cannot have a prefix that is %s bits longer", p.Bits(), newbits), Quotes: true}
	}
	bits := int(newbits.Int64())
	if n.Sign() < 0 || n.BitLen() > bits {
		return p, &ArgError{Index: 2, Err: fmt.Errorf("a prefix with %d more bits has no number %s", bits, n), Quotes: true}
	}
	long := p.Bits() + bits
	offset := new(big.Int).Lsh(n, uint(p.Addr().BitLen()-long))
	return netip.PrefixFrom(address(p, offset), long), nil
}

func cidrsubnets(args []cty.Value) (cty.Value, error) {
	p, err := network(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	all := make([]cty.Value, 0, len(args)-1)
	next := new(big.Int) // the offset of the next part
	size := new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen()-p.Bits()))
	for i, a := range args[1:] {
		bits, err := whole(i+1, a)
		if err != nil {
			return cty.NilVal, err
		}
		if bits.Sign() <= 0 || bits.Cmp(big.NewInt(int64(p.Addr().BitLen()-p.Bits()))) > 0 {
			return cty.NilVal, &ArgError{Index: i + 1, Err: fmt.Errorf("a network with %d bits cannot have a prefix that is %s bits longer", p.Bits(), bits), Quotes: true}
		}
		long := p.Bits() + int(bits.Int64())
		part := new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen()-long))
		// A part begins at a multiple of its size.
		next.Add(next, part).Sub(next, big.NewInt(1)).Div(next, part).Mul(next, part)
		if new(big.Int).Add(next, part).Cmp(size) > 0 {
			return cty.NilVal, &ArgError{Index: i + 1, Err: errors.New("the network is too small for this part")}
		}
		all = append(all, cty.StringVal(netip.PrefixFrom(address(p, next), long).String()))
		next.Add(next, part)
	}
	if len(all) == 0 {
		return cty.ListValEmpty(cty.String), nil
	}
	return cty.ListVal(all), nil
}
