import type { Migration } from "../migrate.ts"

/**
 * Tables for statements of the operator and the providers about models, the prices that holds were made with, and the
 * requested name where another model was called.
 */
export const models: Migration = {
  number: 4,
  name: "models",
  statements: (dialect) => [
    // One row: the counter that rises with every change of the tables below, in the same transaction.
    `create table catalogue (
      id smallint primary key check (id = 1),
      version bigint not null)`,
    "insert into catalogue (id, version) values (1, 0)",
    // Fields of a model's row, as JSON. `refreshed` ones were read from a list; the operator's own stand above them.
    `create table model_row (
      provider text not null,
      id text not null,
      layer text not null check (layer in ('refreshed', 'operator')),
      content text not null,
      primary key (provider, id, layer))${byKey(dialect)}`,
    `create table model_alias (
      asked text primary key,
      called text not null)${byKey(dialect)}`,
    // Findings of servers: gone, the announced day, refused fields. JSON.
    `create table model_finding (
      provider text not null,
      id text not null,
      content text not null,
      primary key (provider, id))${byKey(dialect)}`,
    // The prices in reais of each version that a hold was made with. They never change.
    `create table price_version (
      version text primary key,
      content text not null)`,
    // Files of earlier versions in DATA_DIR that were taken into the tables above: by their content, so each once.
    `create table imported_file (
      name text primary key,
      hash text not null)${byKey(dialect)}`,
    "alter table usage_record add column asked text",
  ],
}

/** Stored by its primary key. PostgreSQL has no such tables. */
function byKey(dialect: "sqlite" | "postgres"): string {
  return dialect === "sqlite" ? " without rowid" : ""
}
