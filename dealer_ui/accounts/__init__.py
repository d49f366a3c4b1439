"""Who may open which page: people, their roles, how they prove who they are, and their sessions."""
