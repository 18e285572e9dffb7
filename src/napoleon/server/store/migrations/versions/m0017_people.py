"""Names of accounts that nobody else can take, who said what, and when a session proved itself."""

import logging

import sqlalchemy as sa
from alembic import op

from napoleon.server.cleaning import skeleton, skeletons
from napoleon.server.limits import NAME_LENGTH

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

log = logging.getLogger("napoleon.server")

# A seat from which one person alone has ever looked, who still sits there under the name of the
# line: nobody else can have said it.
SPEAKERS = """
UPDATE chats SET person = (
    SELECT seats.person
    FROM seats JOIN people ON people.id = seats.person
    WHERE seats.game = chats.game AND seats.seat = chats.seat AND people.name = chats.name
    AND (SELECT COUNT(*) FROM witnesses
         WHERE witnesses.game = chats.game AND witnesses.seat = chats.seat) = 1
    AND EXISTS (SELECT 1 FROM witnesses
                WHERE witnesses.game = chats.game AND witnesses.seat = chats.seat
                AND witnesses.person = seats.person)
)
"""


def upgrade() -> None:
    """To this step."""
    connection = op.get_bind()
    op.create_table(
        "names",
        sa.Column("skeleton", sa.String(length=160), primary_key=True),
        sa.Column("person", sa.String(length=24), nullable=False),
    )
    op.create_index("ix_names_person", "names", ["person"])
    for column, length in (("skeleton", 160), ("former_name", 80)):
        op.add_column(
            "people",
            sa.Column(column, sa.String(length=length), nullable=False, server_default=""),
        )
    op.create_index("ix_people_skeleton", "people", ["skeleton"])
    op.add_column(
        "sessions", sa.Column("proved", sa.String(length=32), nullable=False, server_default="")
    )
    op.add_column("chats", sa.Column("person", sa.String(length=24)))
    op.create_index("ix_chats_person", "chats", ["person"])
    op.add_column(
        "chats",
        sa.Column("is_guest", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    connection.execute(sa.text(SPEAKERS))  # before names change
    _give_names(connection)
    with op.batch_alter_table("outbox") as outbox:  # where an address goes that was given up
        outbox.alter_column(
            "target",
            existing_type=sa.String(length=24),
            type_=sa.String(length=254),
            existing_nullable=False,
        )


def _give_names(connection: sa.Connection) -> None:
    """Of accounts whose names look alike the oldest keeps it; the others are shown with a number
    and told so. Names to log in with stay. Guests follow the accounts."""
    people = sa.table(
        "people", *map(sa.column, ("id", "name", "account", "created", "skeleton", "former_name"))
    )
    names = sa.table("names", sa.column("skeleton"), sa.column("person"))
    rows = connection.execute(
        sa.select(people).where(people.c.created != "").order_by(people.c.created, people.c.id)
    ).all()
    owners: dict[str, str] = {}
    # Names to log in with come first: nobody else may show them.
    for row in rows:
        for one in skeletons(row.account) if row.account is not None else ():
            owners.setdefault(one, row.id)
    changes: list[dict[str, str]] = []
    for row in sorted(rows, key=lambda one: one.account is None):
        name, number = row.name, 2
        while any(owners.get(one, row.id) != row.id for one in skeletons(name)):
            suffix = f" {number}"
            name, number = row.name[: NAME_LENGTH - len(suffix)].rstrip() + suffix, number + 1
        if row.account is not None:
            owners.update(dict.fromkeys(skeletons(name), row.id))
        former = row.name if name != row.name else ""
        if former:
            log.warning("%s is shown as %r: another account is called %r", row.id, name, former)
        changes.append(
            {"key": row.id, "name": name, "skeleton": skeleton(name), "former_name": former}
        )
    if changes:
        connection.execute(
            sa.update(people)
            .where(people.c.id == sa.bindparam("key"))
            .values({one: sa.bindparam(one) for one in ("name", "skeleton", "former_name")}),
            changes,
        )
    if owners:
        kept = [{"skeleton": one, "person": person} for one, person in owners.items()]
        connection.execute(sa.insert(names), kept)


def downgrade() -> None:
    """Back from it."""
    op.drop_index("ix_chats_person", "chats")
    op.drop_column("chats", "is_guest")
    op.drop_column("chats", "person")
    op.drop_column("sessions", "proved")
    op.drop_index("ix_people_skeleton", "people")
    op.drop_column("people", "former_name")
    op.drop_column("people", "skeleton")
    op.drop_index("ix_names_person", "names")
    op.drop_table("names")
