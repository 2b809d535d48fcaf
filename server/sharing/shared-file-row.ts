import type { Sql } from "../store/sql.ts"

/* The row of a shared file, and what it says. */

/** A shared conversation, a page made in a chat, or a picture. */
export type SharedKind = "share" | "artifact" | "upload"

/**
 * `storing`: its bytes are being written, nobody can read it. `live`: readable. `hidden`: several people reported it, and
 * nobody has looked yet. `removed`: taken down by the operator. `expired`: its time is over, and its bytes are erased. `erasing`: its
 * bytes are being removed, and nobody can read it; its row goes once they are gone.
 */
export type SharedState = "storing" | "live" | "hidden" | "removed" | "expired" | "erasing"

/** The facts of a shared file, without its bytes. */
export interface SharedFile {
  readonly id: string
  readonly kind: SharedKind
  readonly owner: string
  /** The media type under which it is served. */
  readonly type: string
  readonly bytes: number
  readonly state: SharedState
  /** Epoch ms. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface Row {
  readonly id: string
  readonly kind: SharedKind
  readonly owner: string
  readonly type: string
  readonly bytes: number
  readonly delete_hash: string
  readonly state: SharedState
  readonly created_at: number
  readonly expires_at: number
}

export const columns = "id, kind, owner, type, bytes, delete_hash, state, created_at, expires_at"

/** The row of a file, in whatever state; undefined where there is none. */
export async function rowOf(sql: Pick<Sql, "get">, id: string): Promise<Row | undefined> {
  return isSharedId(id) ? sql.get<Row>(`select ${columns} from shared_file where id = ?`, [id]) : undefined
}

/** The pictures that a conversation shows. */
export async function picturesOf(sql: Pick<Sql, "all">, shareId: string): Promise<readonly string[]> {
  const rows = await sql.all<{ picture_id: string }>(
    "select picture_id from shared_picture where share_id = ? order by picture_id",
    [shareId],
  )
  return rows.map(({ picture_id }) => picture_id)
}

/** Whether a picture is shown by conversations, and each of them is hidden or taken down. */
export async function isWithheld(sql: Pick<Sql, "get">, pictureId: string): Promise<boolean> {
  const shown = await sql.get<{ shares: number; live: number }>(
    `select count(*) as shares, coalesce(sum(case when share.state = 'live' then 1 else 0 end), 0) as live
     from shared_picture join shared_file share on share.id = shared_picture.share_id where picture_id = ?`,
    [pictureId],
  )
  return shown !== undefined && shown.shares > 0 && shown.live === 0
}

/** Between its end and the next sweep a file is as good as expired. */
export function fileOf(row: Row, at: number): SharedFile {
  const isOver = row.expires_at <= at && (row.state === "live" || row.state === "hidden")
  return {
    id: row.id,
    kind: row.kind,
    owner: row.owner,
    type: row.type,
    bytes: row.bytes,
    state: isOver ? "expired" : row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function isSharedId(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}
