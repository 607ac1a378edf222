import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { DevstackError } from '../devstackError.js'
import type { EvmStack } from '../evm/evmStack.js'
import { freePort } from '../http/freePort.js'
import { type Child, startChild } from '../startChild.js'

export interface Alto {
  readonly url: string
  /** The account that bundles are sent from. */
  readonly executor: Address
  /** The last lines that the program printed. */
  output(): string
  stop(): Promise<void>
}

/** Keys that only the bundler uses, known to everyone: no person's account pays for bundles. */
const executorKey: Hex = `0x${'b'.repeat(63)}1`
const utilityKey: Hex = `0x${'b'.repeat(63)}2`

/** Alto has no option for its host and would listen on every address of the machine. */
const loopbackOnly = `data:text/javascript,${encodeURIComponent(`
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (first, ...rest) {
  const isOptions = typeof first === 'object' && first !== null && 'port' in first
  if (!isOptions) throw new Error('Only a server with options can be kept on loopback.')
  return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest)
}
`)}`

/**
 * Starts the bundler Alto as a program of its own, on loopback.
 *
 * @throws DevstackError BINARY_MISSING, PORT_IN_USE, PROCESS_EXITED or PROCESS_NOT_READY
 */
export async function startAlto(stack: EvmStack, entryPoints: readonly Address[]): Promise<Alto> {
  const program = altoProgram()
  const executor = privateKeyToAddress(executorKey)
  for (const address of [executor, privateKeyToAddress(utilityKey)])
    await stack.setBalance(address, 10n ** 22n)
  const port = await freePort()
  const child: Child<true> = await startChild({
    name: 'Alto',
    command: process.execPath,
    arguments: [
      ...['--import', loopbackOnly, program, 'run'],
      ...['--port', String(port), '--rpc-url', stack.url, '--entrypoints', entryPoints.join(',')],
      ...['--executor-private-keys', executorKey, '--utility-private-key', utilityKey],
      // The rules on storage need a tracer that anvil doesn't have.
      ...['--safe-mode', 'false', '--log-level', 'warn', '--rpc-log-level', 'info', '--json', 'true'],
      ...['--min-bundle-interval', '50', '--max-bundle-interval', '200', '--block-time', '200'],
      ...['--enable-debug-endpoints', 'true', '--user-operation-receipt-cache-ttl', '1'],
    ],
    ready: (output) => (output.includes(`127.0.0.1:${port}`) ? true : undefined),
  })
  return { url: `http://127.0.0.1:${port}`, executor, output: child.output, stop: child.stop }
}

function altoProgram(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@pimlico/alto')
    return join(dirname(manifest), 'cli/alto.js')
  } catch (cause) {
    const message = 'The bundler is a package of its own. Install @pimlico/alto 0.0.20.'
    throw new DevstackError('BINARY_MISSING', message, { cause })
  }
}
