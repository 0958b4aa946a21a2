#!/bin/sh
# Lets the standby of compose.yaml copy and follow the primary, when that starts with an empty volume.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<SQL
create role replicator login replication password '$POSTGRES_PASSWORD';
SQL
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
