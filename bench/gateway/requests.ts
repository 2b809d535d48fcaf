/** A chat request as bytes, ready to send again and again. */
export function chatRequest(target: { port: number; path: string; key: string }, more: { stream?: boolean }): Buffer {
  const body = JSON.stringify({
    model: "gpt-4o-mini",
    messages: [
      { role: "system", content: "Responda em português." },
      { role: "user", content: "Qual é a capital do Brasil? Responda com uma frase." },
    ],
    max_tokens: 200,
    ...more,
  })
  const head = [
    `POST ${target.path} HTTP/1.1`,
    `Host: 127.0.0.1:${target.port}`,
    `Authorization: Bearer ${target.key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`)
}
