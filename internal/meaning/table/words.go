package table

import (
	"strconv"
	"strings"
)

// network reads the words that all dialects of networks share.
func (w *NetworkWords) read(i item) {
	i.fields(map[string]func(item){
		"everyone": setTexts(&w.Everyone), "internet": setTexts(&w.Internet),
		"private4": setTexts(&w.Private4), "private6": setTexts(&w.Private6), "public6": setTexts(&w.Public6),
		"inside": setTexts(&w.Inside), "wide4": setInt(&w.Wide4), "wide6": setInt(&w.Wide6),
		"web": func(i item) {
			w.Web = map[string][]int{}
			i.each(func(name string, m item) { w.Web[name] = m.ints() })
		},
		"web_protocols": setTexts(&w.WebProtocols),
		"protocols": func(i item) {
			w.Protocols = map[string]int{}
			i.each(func(name string, m item) { w.Protocols[name] = m.int() })
		},
		"all_protocols": setTexts(&w.AllProtocols), "with_ports": setInts(&w.WithPorts),
		"services": func(i item) {
			w.Services = map[int]string{}
			i.each(func(name string, m item) {
				port, err := strconv.Atoi(name)
				if err != nil {
					m.fail("%q is not a port", name)
				}
				w.Services[port] = m.text()
			})
		},
	})
}

func (w *AWSWords) read(i item) {
	i.fields(map[string]func(item){
		"escalation": setTexts(&w.Escalation), "reading": setTexts(&w.Reading), "secrets": setTexts(&w.Secrets),
		"restricting": setTexts(&w.Restricting), "federated": setMap(&w.Federated),
		"managed": func(i item) {
			i.fields(map[string]func(item){
				"admin": setTexts(&w.ManagedAdmin), "wildcard": setTexts(&w.ManagedWildcard), "reading": setTexts(&w.ManagedReading),
			})
		},
	})
}

func (w *AzureWords) read(i item) {
	i.fields(map[string]func(item){
		"services_range": func(i item) {
			if ends := i.texts(); len(ends) == 2 {
				w.ServicesFrom, w.ServicesTo = ends[0], ends[1]
			} else {
				i.fail("is not a first and a last address")
			}
		},
		"roles": func(i item) {
			w.Roles = map[string]string{}
			i.each(func(name string, m item) { w.Roles[strings.ToLower(name)] = m.text() })
		},
		"admin": setTexts(&w.Admin), "broad": setTexts(&w.Broad), "reading": setTexts(&w.Reading),
	})
}

func (w *GoogleWords) read(i item) {
	i.fields(map[string]func(item){
		"everyone": setTexts(&w.Everyone), "admin": setTexts(&w.Admin), "escalation": setTexts(&w.Escalation), "careful": setTexts(&w.Careful),
		"escalating_permissions": setTexts(&w.EscalatingPermissions), "reading": setTexts(&w.Reading),
	})
}

func (w *KubernetesWords) read(i item) {
	i.fields(map[string]func(item){
		"everyone": setTexts(&w.Everyone), "admin": setTexts(&w.Admin), "broad": setTexts(&w.Broad),
		"escalating_verbs": setTexts(&w.EscalatingVerbs), "secret_resources": setTexts(&w.SecretResources), "reading": setTexts(&w.Reading),
	})
}
