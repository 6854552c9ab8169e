"""What several calls about accounts share: sign-in and sign-up, credentials, mailed links."""
