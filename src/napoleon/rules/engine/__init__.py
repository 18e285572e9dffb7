"""The engine room: state, fights, actions, events, dice, and the flow between decisions."""
