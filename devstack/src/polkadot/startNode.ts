import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DevstackError } from '../devstackError.js'
import { freePort } from '../http/freePort.js'
import { type Child, startChild } from '../startChild.js'

/** How to start the node. */
export interface StartNodeOptions {
  /** Path of a raw chain specification. */
  readonly genesis: string
  /** 0 takes a free port. */
  readonly port: number
  /** Free balances at the start, in the smallest unit, by SS58 address. */
  readonly balances: ReadonlyMap<string, bigint>
}

/** A block for every transaction; signatures are checked by the runtime. */
const settings = { host: '127.0.0.1', 'mock-signature-host': false, 'build-block-mode': 'Instant' }

const startMilliseconds = 240_000

/**
 * Starts chopsticks on a genesis, without any outside connection.
 *
 * @throws DevstackError PORT_IN_USE, PROCESS_EXITED, PROCESS_NOT_READY
 */
export async function startNode(options: StartNodeOptions): Promise<Child<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-polkadot-'))
  try {
    const file = join(folder, 'chopsticks.yml')
    // Chopsticks would silently take the next port instead.
    const port = await freePort(options.port).catch((cause) => {
      const message = `The Polkadot node could not listen on port ${options.port}. Choose another port, or leave it out to get a free one.`
      throw new DevstackError('PORT_IN_USE', message, { cause })
    })
    const accounts = [...options.balances].map(([address, free]) => [
      [address],
      { providers: 1, data: { free: free.toString() } },
    ])
    const configuration = {
      ...settings,
      port,
      genesis: options.genesis,
      'import-storage': { System: { Account: accounts } },
    }
    // JSON is YAML as well.
    await writeFile(file, JSON.stringify(configuration))
    return await startChild({
      name: 'The Polkadot node (chopsticks)',
      command: process.execPath,
      arguments: [chopsticksProgram(), '-c', file],
      // It takes every setting from the environment, too: a `PORT` that is meant for somebody else would win.
      environment: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'] },
      ready: (output) => /RPC listening on .*(ws:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1],
      timeoutMilliseconds: startMilliseconds,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The program is not an exported path of its package, so it is found next to what is. */
function chopsticksProgram(): string {
  const entry = createRequire(import.meta.url).resolve('@acala-network/chopsticks')
  return join(dirname(entry), '..', '..', 'chopsticks.cjs')
}
