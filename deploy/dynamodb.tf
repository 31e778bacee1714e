# Questlog's table and the policy that lets the bot use it. Kept equal to tracker/store/schema.py by tests/deploy.

terraform {
  required_version = ">= 1.3"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

variable "table_name" {
  description = "The same name as `table` in the [store] section of questlog.toml."
  type        = string
  default     = "questlog"

  validation {
    condition     = can(regex("^[a-zA-Z0-9_.-]{3,255}$", var.table_name))
    error_message = "A table's name has 3 to 255 letters, digits, dots, dashes and underscores."
  }
}

resource "aws_dynamodb_table" "questlog" {
  name                        = var.table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "PK"
  range_key                   = "SK"
  deletion_protection_enabled = true

  ttl {
    attribute_name = "ttl"
    enabled        = true
  }

  point_in_time_recovery {
    enabled = true
  }

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "GSI1PK"
    type = "S"
  }

  attribute {
    name = "GSI1SK"
    type = "S"
  }

  attribute {
    name = "GSI2PK"
    type = "S"
  }

  attribute {
    name = "GSI2SK"
    type = "S"
  }

  attribute {
    name = "GSI3PK"
    type = "S"
  }

  attribute {
    name = "GSI3SK"
    type = "S"
  }

  attribute {
    name = "GSI4PK"
    type = "S"
  }

  attribute {
    name = "GSI4SK"
    type = "S"
  }

  attribute {
    name = "GSI5PK"
    type = "S"
  }

  attribute {
    name = "GSI5SK"
    type = "S"
  }

  attribute {
    name = "GSI6PK"
    type = "S"
  }

  attribute {
    name = "GSI6SK"
    type = "S"
  }

  attribute {
    name = "LeaderboardPK"
    type = "S"
  }

  attribute {
    name = "LeaderboardSK"
    type = "S"
  }

  global_secondary_index {
    name            = "GSI1"
    hash_key        = "GSI1PK"
    range_key       = "GSI1SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI2"
    hash_key        = "GSI2PK"
    range_key       = "GSI2SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI3"
    hash_key        = "GSI3PK"
    range_key       = "GSI3SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI4"
    hash_key        = "GSI4PK"
    range_key       = "GSI4SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI5"
    hash_key        = "GSI5PK"
    range_key       = "GSI5SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI6"
    hash_key        = "GSI6PK"
    range_key       = "GSI6SK"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "GSI_Leaderboard"
    hash_key        = "LeaderboardPK"
    range_key       = "LeaderboardSK"
    projection_type = "ALL"
  }

  lifecycle {
    prevent_destroy = true
  }
}

# What Questlog does with its table while it runs. Transactions are allowed through the item actions.
data "aws_iam_policy_document" "bot" {
  statement {
    actions = [
      "dynamodb:GetItem",
      "dynamodb:BatchGetItem",
      "dynamodb:Query",
      "dynamodb:Scan",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
      "dynamodb:DeleteItem",
      "dynamodb:BatchWriteItem",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DescribeTable",
      "dynamodb:DescribeTimeToLive",
      "dynamodb:DescribeContinuousBackups",
    ]
    resources = [
      aws_dynamodb_table.questlog.arn,
      "${aws_dynamodb_table.questlog.arn}/index/*",
    ]
  }
}

resource "aws_iam_policy" "bot" {
  name        = "${var.table_name}-bot"
  description = "Lets Questlog use its table ${var.table_name}."
  policy      = data.aws_iam_policy_document.bot.json
}

output "table_name" {
  value = aws_dynamodb_table.questlog.name
}

output "table_arn" {
  value = aws_dynamodb_table.questlog.arn
}

output "bot_policy_arn" {
  description = "Attach this to the role or user that Questlog runs as."
  value       = aws_iam_policy.bot.arn
}
