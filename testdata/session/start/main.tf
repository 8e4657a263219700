variable "release" {
  default = "v1"
}

variable "size" {
  default = "small"
}

resource "terraform_data" "database" {
  input = { size = var.size }
}

resource "terraform_data" "web" {
  count = 2
  input = "${var.release} on ${var.size}"
}

resource "terraform_data" "smoke_test" {
  triggers_replace = terraform_data.web[*].output
  provisioner "local-exec" {
    command = "test ${var.release} = v1 || { echo 'web answers 503' >&2; exit 1; }"
  }
}

resource "terraform_data" "dns" {
  input      = "web-${var.release}.example.com"
  depends_on = [terraform_data.smoke_test]
}
