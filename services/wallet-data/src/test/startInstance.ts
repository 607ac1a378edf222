import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The command in a process of its own. */
export interface Instance {
  readonly url: string
  readonly process: ChildProcess
  /** Of `/metrics`; NaN where there is none. */
  metric(name: string): Promise<number>
  /** SIGKILL. Resolves when it's gone. */
  kill(): Promise<void>
}

export interface InstanceOptions {
  readonly settings: Readonly<Record<string, unknown>>
  readonly database: string
  readonly redis?: string
  readonly replicas?: readonly string[]
  /** For Node itself. */
  readonly nodeOptions?: readonly string[]
}

/** What the tests read `/metrics` with. */
export const metricsToken = 'token-of-the-tests'

export async function readMetrics(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return answer.text()
}

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-instance-'))
  await writeFile(join(folder, 'settings.json'), JSON.stringify(options.settings))
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), '--import', 'tsx', cli], {
    cwd: root,
    env: {
      ...process.env,
      LATCHKEY_SETTINGS: join(folder, 'settings.json'),
      LATCHKEY_DATABASE: options.database,
      LATCHKEY_PORT: '0',
      LATCHKEY_METRICS_TOKEN: metricsToken,
      LATCHKEY_REPLICAS: (options.replicas ?? []).join(' '),
      ...(options.redis ? { LATCHKEY_REDIS: options.redis } : {}),
    },
  })
  child.stderr.on('data', (chunk) => process.stderr.write(chunk))
  const exited = once(child, 'exit').then(() => rm(folder, { recursive: true, force: true }))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const [, found] = /: (http:\/\/\S+)\n/.exec(said) ?? []
      if (found) resolve(found)
    })
    void exited.then(() => reject(new Error(`The instance ended before it listened: ${said}`)))
  })
  return {
    url,
    process: child,
    async metric(name) {
      const text = await readMetrics(url)
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.slice(name.length + 1))
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
