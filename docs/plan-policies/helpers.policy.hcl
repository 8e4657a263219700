policy {
  planfmt {
    version = ">= 1.0"
  }
}

locals {
  everyone = ["0.0.0.0/0", "::/0"]
}

function "is_everyone" {
  params = { cidr = string }
  result = cidr != null && core::contains(local.everyone, cidr)
}
