package copies_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/base/copies"
)

func TestEligible(t *testing.T) {
	secret := []string{
		"Zq9!xK2#vLp7", "hunter2hunter2", "p4ssw0rd", "S3cr3tPa55", "Summer2024!", "correct horse battery staple",
		"correct-horse-battery-staple", "correct#horse#battery", "Tr0ub4dor&3", "password123", "letmein2024",
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "9f86d081",
		"dGhpcyBpcyBhIHNlY3JldCBrZXkgZm9yIHRlc3Rz", "q83vEjRWeJCrze8=", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
		"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "xoxb-123456789012-abcdefGHIJKL3456mnopQRST",
		"sk_live_4eC39HqLyjWDarjtT1zdp7dc", "glpat-a1B2c3D4e5F6g7H8i9J0", "hvs.CAESIJ3kR7bT9wQx2mZ",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
		"postgres://app:hunter2@db.example.com:5432/app", "Server=tcp:x.database.windows.net;User=sa;Password=Aa1;",
		"DefaultEndpointsProtocol=https;AccountName=x;AccountKey=abcd1234==", "https://hooks.slack.com/services/T00000000/B00000000/aB3dE6gH9jK2mN5pQ8sT1vW4",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n", "one line\nand another\n",
		"x7Kp-9QmZ-2vLw", "kJhGtRfDeSwQxZ", "qzxkvbnwptrq", "Bearer 16C7e42F292c6912E771", `{"user":"app","password":"x"}`,
		`{"a":["x",{"b":"x7Kp9QmZ2vLw"}]}`, "{\n  \"apiKey\": \"abc\"\n}\n", `{"broken":"7xKp9QmZ2vLw"`, "Correct Horse Battery Staple",
		"Mein Schlüssel für die Tür", "some secret value",
	}
	for _, text := range secret {
		if !copies.Eligible(text) {
			t.Errorf("%q does not count", text)
		}
	}
	for _, list := range innocent {
		for _, text := range list {
			if copies.Eligible(text) {
				t.Errorf("%q counts", text)
			}
		}
	}
}

// innocent are strings that do not count, by what they are.
var innocent = map[string][]string{
	"short":     {"", "a", "Zq9!xK2", "secret", "пароль"},
	"numbers":   {"12345678", "123456789012", "3.14159265", "-1.5e+100", "1,000,000", "10000000ms", "2147483648", "00000000", "100.0000%"},
	"bools":     {"true", "false", "null", "disabled", "Disabled", "ENABLED_"},
	"addresses": {"0.0.0.0/0", "10.0.0.0/16", "192.168.100.200", "2001:db8::/32", "fe80::1%eth0", "2001:db8:85a3::8a2e:370:7334", "10.1.2.3:8080", "00:1b:44:11:3a:b7", "10.0.0.0/16 10.1.0.0/16", "10.0.0.0/16\n10.1.0.0/16\n", "10.0.0.0/8, 192.168.0.0/16", "10.0.0.0/8,192.168.0.0/16"},
	"arns":      {"arn:aws:iam::123456789012:role/app", "arn:aws:s3:::my-bucket/*", "arn:aws:kms:eu-west-1:123456789012:key/1b2c3d4e-1111-2222-3333-444455556666"},
	"uuids":     {"1b2c3d4e-1111-2222-3333-444455556666", "1B2C3D4E-1111-2222-3333-444455556666"},
	"ids": {
		"i-0abc123def4567890", "vpc-0a1b2c3d4e5f60718", "sg-12345678", "subnet-0123456789abcdef0", "ami-0c55b159cbfafe1f0", "eipalloc-0a1b2c3d",
		"tgw-attach-0123456789abcdef0", "us-east-1_AbCdEfGhI", "AROAJQABLZS4A3QDU576Q", "terraform-20240101120000000100000001",
		"Z0123456789ABCDEFGHIJ", "Z2FDTNDATAQYW2", "E1A2B3C4D5E6F7", "o-a1b2c3d4e5",
	},
	"paths": {
		"/etc/ssl/certs/ca.pem", "./modules/network", "../common/files", "~/.ssh/id_rsa", `C:\Windows\Temp`, `\\server\share`, "/var/log/app-2024.log", "logs/2024/01/app.log.gz",
		"/subscriptions/1b2c3d4e-1111-2222-3333-444455556666/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/vnet", "projects/my-project/topics/orders",
		"/aws/lambda/orders-8f3a9c1d2e", "application/vnd.api+json", "application/json", "*/*.html", "/healthz", "123456789012.dkr.ecr.eu-west-1.amazonaws.com/app:3f2a9c1", "nginx:1.25.3", "ghcr.io/acme/api:v1.2.3",
		"nginx@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "apiextensions.k8s.io/v1beta1", "actions/checkout@v4", "Microsoft.Compute/virtualMachines",
		"releases/v2/build-20240101T120000Z.tar.gz", "cn-north-1/templates/node.yaml", "/dev/sda1", "/docker-entrypoint.sh", "s3a/b/c/d/e",
	},
	"urls":       {"https://example.com/health", "https://sqs.eu-west-1.amazonaws.com/123456789012/my-queue", "s3://my-bucket/path/to/key", "git::https://github.com/acme/modules.git", "https://token.actions.githubusercontent.com", "amqps://b-1b2c3d4e.mq.eu-west-1.amazonaws.com:5671", "redis://cache.internal:6379/0", "https://example.com/?page=2&sort=name"},
	"hosts":      {"example.com", "*.example.com", "db.c9akciq32.eu-west-1.rds.amazonaws.com", "d111111abcdef8.cloudfront.net", "api.internal:8443", "_dmarc.example.com", "ec2.amazonaws.com", "Example.Com", "ns-1.awsdns-01.co.uk.", "ops@example.com", "first.last+tag@example.co.uk"},
	"versions":   {"1.25.3-alpine", "v1.28.2-gke.1157000", "16.4-R2.1", "~>5.31.0", "2012-10-17", "2024-01-01T12:00:00Z", "20240101T120000Z", "2024-01-01T12:00:00.123+02:00", "08:00-18:00", "sun:05:00-sun:06:00"},
	"words":      {"Administrator", "PAY_PER_REQUEST", "AmazonSSMManagedInstanceCore", "production", "postgresql", "LoadBalancer", "us-east-1a", "eu-central-1", "europe-west4-b", "westeurope", "HMACSHA256", "ECDSA384", "postgres14", "cluster12", "RequestCountPerTarget"},
	"machines":   {"db.t3.medium", "db.r6gd.16xlarge", "cache.r6g.large", "m5dn.24xlarge", "n1-standard-4", "e2-highmem-16", "Standard_D2s_v3", "Standard_NC24ads_A100_v4", "Standard_LRS", "GP_Gen5_2", "c2d-highmem-112", "TLSv1.2_2021", "TLS1_2_2019", "ELBSecurityPolicy-TLS13-1-2-2021-06"},
	"names":      {"my-app-production-eu", "payment-api-production", "web-server-01", "orders_service", "acme.platform.core", "my-app-9f86d081", "web-7d9c5b6f4-x2x5z", "acme-logs-20240101-a1b2c3", "utf8mb4_0900_ai_ci", "default.redis7.cluster.on", "rds-ca-rsa2048-g1", "kube-system", "aws:SourceArn", "s3:GetObject*", "ecs-tasks.amazonaws.com", "StringEquals", "lodash@4.17.21", "Owner=platform-team", "@acme/widgets"},
	"schedules":  {"cron(0 12 * * ? *)", "rate(5 minutes)", "0 3 * * *", "*/15 * * * *", "Mon-Fri 08:00"},
	"references": {"${aws:username}", "$context.requestId", "${var.password}", "{{resolve:ssm:name}}", "$LATEST_VERSION"},
	"documents": {
		"{}", "[]", `["0.0.0.0/0","::/0"]`, `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}`,
		"{\n  \"Statement\": [{\"Sid\": \"x7Kp9QmZ2vLw\", \"Effect\": \"Allow\", \"Action\": \"secretsmanager:*\", \"Resource\": \"*\"}]\n}\n",
		`[{"cidr":"0.0.0.0/0","from":0,"to":65535,"description":"Allow everything from everywhere"}]`, `{"detail-type":["EC2 Instance State-change Notification"]}`,
	},
	"lists": {
		"0.0.0.0/0,::/0", "10.0.0.0/8|192.168.0.0/16", "sg-0123456789abcdef0,sg-0123456789abcdef1", "subnet-0123456789abcdef0;subnet-0123456789abcdef1",
		"ops@example.com,dev@example.com", "arn:aws:iam::aws:policy/AdministratorAccess,arn:aws:iam::aws:policy/PowerUserAccess",
	},
	"roles": {
		"User Access Administrator", "Storage Blob Data Owner", "Virtual Machine Contributor", "Key Vault Crypto Officer", "Azure Kubernetes Service RBAC Cluster Admin",
		"AdministratorAccess", "AllowVnetInBound", "DenyAllOutBound", "serviceAccount:ci@acme-prod-123456.iam.gserviceaccount.com", "deleted:user:jane.doe@example.com", "system:masters",
	},
	"rules":     {"permit ip any any", "allow tcp from any to any", "Allow all inbound traffic", "ingress from anywhere", "Full access to everything"},
	"sentences": {"Main database", "us-east-1a us-east-1b"},
}

// planted makes 1,000 secrets of many styles.
func planted(r *rand.Rand) []string {
	const lower, upper, digits, special = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "!@#$%&*()-_=+[]{}<>:?"
	pick := func(from string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[r.IntN(len(from))]
		}
		return string(b)
	}
	bytes := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	phrase := strings.Fields("correct horse battery staple purple monkey dishwasher orange candle thunder velvet pencil ladder marble castle rocket whisper garden jungle puzzle ribbon saddle temple umbrella violin walnut yellow zipper anchor basket")
	several := func(n int, separator string) string {
		var w []string
		for range n {
			w = append(w, phrase[r.IntN(len(phrase))])
		}
		return strings.Join(w, separator)
	}
	styles := []func() string{
		func() string { return pick(lower+upper+digits+special, 16) }, // random_password
		func() string { return pick(lower+upper+digits, 16) },
		func() string { return pick(lower+upper+digits, 32) },
		func() string { return pick(lower+digits, 12) },
		func() string { return pick(lower+upper+digits+special, 8+r.IntN(5)) },
		func() string { return pick(lower+upper, 20) },
		func() string { return pick(lower, 16) },
		func() string { return hex.EncodeToString(bytes(16)) },
		func() string { return hex.EncodeToString(bytes(32)) },
		func() string { return strings.ToUpper(hex.EncodeToString(bytes(20))) },
		func() string { return base64.StdEncoding.EncodeToString(bytes(32)) },
		func() string { return base64.RawURLEncoding.EncodeToString(bytes(24)) },
		func() string { return base64.StdEncoding.EncodeToString(bytes(64)) },
		func() string { return several(4, " ") },
		func() string { return several(4, "-") },
		func() string { return several(6, " ") },
		func() string { return "ghp_" + pick(lower+upper+digits, 36) },
		func() string { return "AKIA" + pick(upper+digits, 16) },
		func() string { return pick(lower+upper+digits+"/+", 40) }, // a secret access key
		func() string { return "xoxb-" + pick(digits, 12) + "-" + pick(lower+upper+digits, 24) },
		func() string { return "sk_live_" + pick(lower+upper+digits, 24) },
		func() string { return "glpat-" + pick(lower+upper+digits, 20) },
		func() string {
			return "eyJhbGciOiJIUzI1NiJ9." + base64.RawURLEncoding.EncodeToString(bytes(30)) + "." + base64.RawURLEncoding.EncodeToString(bytes(32))
		},
		func() string {
			return "-----BEGIN PRIVATE KEY-----\n" + base64.StdEncoding.EncodeToString(bytes(48)) + "\n-----END PRIVATE KEY-----\n"
		},
		func() string {
			return "postgres://app:" + pick(lower+upper+digits, 12) + "@db.internal:5432/app"
		},
		func() string {
			return "Server=tcp:x.database.windows.net;Database=app;User ID=sa;Password=" + pick(lower+digits, 10) + ";"
		},
		func() string {
			word := phrase[r.IntN(len(phrase))]
			return fmt.Sprintf("%s%s%d%s", strings.ToUpper(word[:1]), word[1:], 1900+r.IntN(130), pick("!#$%&", 1))
		},
		func() string {
			return pick(upper+digits, 5) + "-" + pick(upper+digits, 5) + "-" + pick(upper+digits, 5)
		},
		func() string {
			return "https://hooks.slack.com/services/T" + pick(upper+digits, 8) + "/B" + pick(upper+digits, 8) + "/" + pick(lower+upper+digits, 24)
		},
		func() string { return `{"username":"app","password":"` + pick(lower+upper+digits, 20) + `"}` },
	}
	var all []string
	for len(all) < 1000 {
		all = append(all, styles[len(all)%len(styles)]())
	}
	return all
}

// innocents makes 1,000 innocent strings of many kinds.
func innocents(r *rand.Rand) []string {
	var lists []string
	for _, list := range innocent {
		lists = append(lists, list...)
	}
	slices.Sort(lists)
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	hexes := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "0123456789abcdef"[r.IntN(16)]
		}
		return string(b)
	}
	word := func() string {
		return pick("orders", "billing", "search", "catalog", "profile", "media", "identity", "ledger", "checkout", "gateway", "reports", "inventory", "shipping", "risk", "fraud")
	}
	env := func() string { return pick("prod", "staging", "dev", "test", "production", "eu", "us") }
	region := func() string {
		return pick("us-east-1", "eu-west-1", "eu-central-1", "ap-southeast-2", "sa-east-1", "us-gov-west-1")
	}
	kinds := []func() string{
		func() string {
			return fmt.Sprintf("%d.%d.%d.0/%d", r.IntN(256), r.IntN(256), r.IntN(256), 8+r.IntN(25))
		},
		func() string {
			return fmt.Sprintf("%d.%d.%d.%d", 100+r.IntN(156), r.IntN(256), r.IntN(256), r.IntN(256))
		},
		func() string { return "arn:aws:iam::123456789012:role/" + word() + "-" + env() },
		func() string {
			return pick("i", "vpc", "sg", "subnet", "ami", "rtb", "igw", "nat", "vol") + "-0" + hexes(16)
		},
		func() string { return hexes(8) + "-" + hexes(4) + "-4" + hexes(3) + "-a" + hexes(3) + "-" + hexes(12) },
		func() string { return word() + "-" + word() + "-" + env() },
		func() string { return word() + "-" + env() + "-" + hexes(8) },
		func() string { return word() + "." + pick("example.com", "internal.acme.io", "svc.cluster.local") },
		func() string { return "https://" + word() + ".example.com/" + word() + "/v" + fmt.Sprint(r.IntN(9)) },
		func() string { return "/" + pick("var", "opt", "etc", "srv") + "/" + word() + "/" + word() + ".conf" },
		func() string { return word() + "/" + env() + "/" + hexes(7) + "/" + word() + ".zip" },
		func() string { return region() + pick("a", "b", "c") },
		func() string {
			return pick("db.", "cache.", "", "ml.") + pick("t3", "m5", "r6g", "c7gn", "x2gd", "m6id") + "." + pick("medium", "large", "4xlarge", "metal")
		},
		func() string {
			return fmt.Sprintf("%d.%d.%d-%s", r.IntN(20), r.IntN(30), r.IntN(30), pick("alpine", "rc1", "bullseye"))
		},
		func() string {
			return fmt.Sprintf("2024-%02d-%02dT%02d:00:00Z", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24))
		},
		func() string { return word() + "@example.com" },
		func() string {
			return "Amazon" + pick("EC2", "ECS", "EKS", "S3", "SSM") + pick("ReadOnlyAccess", "FullAccess", "ManagedInstanceCore", "ServiceRole")
		},
		func() string { return "registry.example.com/" + word() + ":" + hexes(7) },
		func() string { return "projects/acme-" + env() + "/locations/" + region() + "/keyRings/" + word() },
		func() string {
			return "/subscriptions/" + hexes(8) + "-1111-2222-3333-444455556666/resourceGroups/" + word()
		},
	}
	var all []string
	for len(all) < 1000 {
		if len(all)%3 == 0 {
			all = append(all, lists[r.IntN(len(lists))])
		} else {
			all = append(all, kinds[r.IntN(len(kinds))]())
		}
	}
	return all
}

// TestFigures counts how many of 1,000 secrets and of 1,000 innocent strings count.
func TestFigures(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 7))
	found, wrong := 0, 0
	for _, text := range planted(r) {
		if copies.Eligible(text) {
			found++
		} else {
			t.Logf("does not count: %q", text)
		}
	}
	for _, text := range innocents(r) {
		if copies.Eligible(text) {
			wrong++
			t.Logf("counts: %q", text)
		}
	}
	t.Logf("%d of 1,000 secrets count, and %d of 1,000 innocent strings", found, wrong)
	if found < 985 || wrong > 5 {
		t.Errorf("want at least 985 and at most 5")
	}
}
