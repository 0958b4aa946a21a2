#!/bin/sh
# Creates the two roles of docs/operations.md, and their database, when PostgreSQL of compose.yaml starts with an empty volume.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<SQL
create role taimako_owner login password '$POSTGRES_PASSWORD';
create role taimako login password '$POSTGRES_PASSWORD';
create database taimako owner taimako_owner;
SQL
