"""What calls of several paths share: checks of filters and files, accounts, cases and payments."""
