"""The server: tables where games are played, their store, sockets, people and pages."""
