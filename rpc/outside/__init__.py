"""What lies outside this process: other people's servers, mail, files, and programs of their own."""
