import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { readMetrics } from '../services/wallet-data/src/test/startInstance.js'

export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export interface Answered {
  readonly status: number
  readonly text: string
  readonly milliseconds: number
}

/** Asks like browsers behind a load balancer do: over connections that stay open. */
export function createLoadClient(connections = 25) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    ask: (url: string, { method, path, body }: Asked): Promise<Answered> =>
      new Promise((resolve, reject) => {
        const began = performance.now()
        const sent = request(`${url}${path}`, {
          agent,
          method,
          headers: { origin: 'https://app.example', 'content-type': 'application/json' },
        })
        sent.on('error', reject)
        sent.on('response', (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
              milliseconds: performance.now() - began,
            }),
          )
        })
        sent.end(body)
      }),
    stop: () => agent.destroy(),
  }
}

/** Seconds of processor time that the process at `url` has used, as it says. */
export async function cpuSecondsOf(url: string): Promise<number> {
  const text = await readMetrics(url)
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}
