resource "cloud_bucket" "logs" {
  name   = "logs"
  public = true
}

resource "cloud_disk" "data" {
  count = 2
  size  = 20
}

resource "cloud_network" "main" {
  cidr = "10.0.0.0/16"
}
