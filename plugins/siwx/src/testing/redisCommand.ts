import { connect } from 'node:net'
import type { RedisCommand } from '../server/stores/RedisClient.js'

/** A Redis client of a few lines (RESP2), so that the stores are tested against a real server. */
export async function connectRedis(port: number): Promise<{ command: RedisCommand; close(): void }> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const waiting: { resolve(value: unknown): void; reject(error: Error): void }[] = []
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (data) => {
    received += data
    for (;;) {
      const reply = readReply(received, 0)
      if (!reply) return
      received = received.slice(reply.end)
      const next = waiting.shift()
      if (reply.value instanceof Error) next?.reject(reply.value)
      else next?.resolve(reply.value)
    }
  })
  return {
    command: (parts) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        const words = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
        socket.write(`*${parts.length}\r\n${words.join('')}`)
      }),
    close: () => socket.destroy(),
  }
}

function readReply(text: string, start: number): { value: unknown; end: number } | undefined {
  const line = text.indexOf('\r\n', start)
  if (line < 0) return undefined
  const head = text.slice(start + 1, line)
  const end = line + 2
  switch (text[start]) {
    case '+':
      return { value: head, end }
    case '-':
      return { value: new Error(head), end }
    case ':':
      return { value: Number(head), end }
    case '$': {
      const length = Number(head)
      if (length < 0) return { value: null, end }
      return text.length < end + length + 2
        ? undefined
        : { value: text.slice(end, end + length), end: end + length + 2 }
    }
    default:
      return readArray(text, Number(head), end)
  }
}

function readArray(text: string, length: number, start: number): { value: unknown; end: number } | undefined {
  const values: unknown[] = []
  let end = start
  for (let index = 0; index < length; index++) {
    const item = readReply(text, end)
    if (!item) return undefined
    values.push(item.value)
    end = item.end
  }
  return { value: values, end }
}
