interface Target {
  readonly port: number
  readonly key: string
}

/** A chat request as bytes, ready to send again and again; with a key of its own, once. */
export function chatRequest(
  target: Target & { readonly path: string; readonly idempotencyKey?: string; readonly headers?: readonly string[] },
  more: { stream?: boolean },
): Buffer {
  const body = JSON.stringify({
    model: "gpt-4o-mini",
    messages: [
      { role: "system", content: "Responda em português." },
      { role: "user", content: "Qual é a capital do Brasil? Responda com uma frase." },
    ],
    max_tokens: 1000,
    ...more,
  })
  const key = target.idempotencyKey
  const head = [
    `POST ${target.path} HTTP/1.1`,
    ...commonHeaders(target),
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(target.headers ?? []),
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`)
}

/** The rest of an answer, from behind a frame. */
export function eventsRequest(target: Target & { readonly run: string; readonly after: number }): Buffer {
  const head = [
    `GET /api/runs/${target.run}/events HTTP/1.1`,
    ...commonHeaders(target),
    `Last-Event-ID: ${target.after}`,
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`)
}

function commonHeaders({ port, key }: Target): readonly string[] {
  return [`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${key}`]
}
