import type { Migration } from "../migrate.ts"

/**
 * Access, money, runs. Portable types only: text ids, bigint for money (micro-reais), counts and instants (epoch ms),
 * 0/1 smallints, JSON as text. On SQLite, tables with a key of their own are stored by it (`without rowid`): a row is one
 * page to write instead of two.
 */
export const first: Migration = {
  number: 1,
  name: "access, ledger, runs",
  statements: (dialect) => [
    // A code is known by its HMAC only. `ver` counts changes: a cached row with another `ver` is stale.
    `create table access_code (
      id text primary key,
      code_hash text not null unique,
      kind text not null check (kind in ('premium', 'free')),
      label text not null default '',
      frozen smallint not null default 0 check (frozen in (0, 1)),
      created_at bigint not null,
      ver bigint not null default 0)${byKey(dialect)}`,

    // `posted` is a cache of the wallet's entries, `held` of its open holds; verify checks both.
    // frozen: 0 no, 1 by the operator or a broken invariant, 2 while a chargeback leaves it overdrawn.
    `create table wallet (
      id text primary key,
      unit text not null check (unit in ('BRL', 'CALL')),
      posted bigint not null default 0,
      held bigint not null default 0 check (held >= 0),
      floor bigint not null default 0,
      frozen smallint not null default 0 check (frozen in (0, 1, 2)),
      ver bigint not null default 0)${byKey(dialect)}`,

    // The id is the run's id: a run holds once. captured = what the run came to by
    // what its provider has told, of which its entries tell what was paid; absorbed = what was ours from the beginning.
    // No foreign key to wallet: the guarded update that follows each insert finds the wallet or rolls the hold back.
    `create table hold (
      id text primary key,
      wallet_id text not null,
      calls_wallet_id text,
      amount bigint not null check (amount > 0),
      calls bigint not null default 0 check (calls >= 0),
      captured bigint check (captured >= 0),
      captured_calls bigint check (captured_calls >= 0),
      absorbed bigint check (absorbed >= 0),
      state text not null default 'open' check (state in ('open', 'settled', 'void', 'expired')),
      owner text not null,
      lease_until bigint not null,
      price_version text not null,
      req_hash text not null default '',
      progress text,
      created_at bigint not null,
      closed_at bigint)${byKey(dialect)}`,
    `create index hold_open on hold (lease_until) where state = 'open'`,

    // The id is a number so that transactions have an order of their own, whatever the clocks did.
    `create table txn (
      id ${dialect === "sqlite" ? "integer primary key autoincrement" : "bigint generated always as identity primary key"},
      kind text not null,
      ref text not null unique,
      at bigint not null,
      event_at bigint not null,
      meta text not null default '{}')`,
    `create table entry (
      txn_id bigint not null references txn (id),
      seq smallint not null,
      account text not null,
      unit text not null check (unit in ('BRL', 'CALL')),
      amount bigint not null check (amount <> 0),
      primary key (txn_id, seq))${byKey(dialect)}`,
    `create index entry_account on entry (account, txn_id)`,
    ...appendOnly(dialect, "txn"),
    ...appendOnly(dialect, "entry"),

    // Runs with an Idempotency-Key, kept for a day. owner: a code's id, or the hash of a visitor's. outcome: JSON, once
    // settled. reply: the sealed body of a whole reply.
    `create table run (
      id text primary key,
      owner text not null,
      idem_key text not null,
      req_hash text not null,
      server text not null,
      model text not null,
      state text not null check (state in ('open', 'ended', 'interrupted')),
      started_at bigint not null,
      ended_at bigint,
      outcome text,
      reply text,
      acknowledged smallint not null default 0 check (acknowledged in (0, 1)))${byKey(dialect)}`,
    `create unique index run_key on run (owner, idem_key)`,
    `create index run_open on run (server) where state = 'open'`,
    `create index run_started on run (started_at)`,
    // The frames of a streamed answer, sealed, in the pieces they were checkpointed in.
    `create table run_frames (
      run_id text not null references run (id),
      first_id bigint not null,
      last_id bigint not null,
      content text not null,
      primary key (run_id, first_id))`,

    // One line per finished request, for the operator's figures; never content.
    `create table usage_record (
      run_id text primary key,
      owner text not null,
      tier text not null,
      model text not null,
      provider text not null,
      at bigint not null,
      duration_ms bigint not null,
      input_uncached bigint not null,
      input_cached bigint not null,
      cache_write bigint not null,
      output bigint not null,
      reasoning bigint not null,
      search_calls bigint not null,
      source text not null,
      cost bigint not null,
      charged bigint not null,
      price_version text not null,
      ending text not null)${byKey(dialect)}`,
    `create index usage_record_at on usage_record (at)`,

    // Messages of visitors by day, per visitor id and per address prefix (both are hashes).
    `create table free_usage (
      day text not null,
      subject text not null,
      messages bigint not null default 0,
      primary key (day, subject))${byKey(dialect)}`,
    // The cost of all visitors of a day: spent for certain, and reserved for the calls in progress.
    `create table day_budget (
      day text primary key,
      spent bigint not null default 0,
      reserved bigint not null default 0 check (reserved >= 0))${byKey(dialect)}`,
    // The calls under way, each with its part of reserved and a lease, so that a crash leaks nothing.
    `create table day_reserve (
      run_id text primary key,
      day text not null references day_budget (day),
      amount bigint not null check (amount > 0),
      visitor text not null,
      address text not null,
      lease_until bigint not null)${byKey(dialect)}`,
  ],
}

/** Stored by its primary key. PostgreSQL has no such tables. */
function byKey(dialect: "sqlite" | "postgres"): string {
  return dialect === "sqlite" ? " without rowid" : ""
}

/** Entries never change: a correction is another transaction. */
function appendOnly(dialect: "sqlite" | "postgres", table: string): readonly string[] {
  if (dialect === "sqlite")
    return ["update", "delete"].map(
      (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, '${table} is append-only'); end`,
    )
  return [
    `create function ${table}_append_only() returns trigger language plpgsql as $$
      begin raise exception '${table} is append-only'; end $$`,
    `create trigger ${table}_no_change before update or delete on ${table}
      for each row execute function ${table}_append_only()`,
    `create trigger ${table}_no_truncate before truncate on ${table}
      for each statement execute function ${table}_append_only()`,
  ]
}
