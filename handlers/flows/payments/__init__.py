"""What calls about a publisher's money share."""
