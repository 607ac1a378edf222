import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../http/freePort.js'
import { startChild } from '../startChild.js'
import { findNode } from './findNode.js'
import { createNodeRpc, type NodeRpc } from './nodeRpc.js'

/** A running node. */
export interface BitcoinNode {
  readonly pid: number
  readonly rpc: NodeRpc
  /** Ends the node and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a Core-family node in regtest, without peers, on loopback, with its data in a folder of its own.
 *
 * @throws DevstackError BINARY_MISSING, PROCESS_EXITED, PROCESS_NOT_READY
 */
export async function startNode(): Promise<BitcoinNode> {
  const command = await findNode()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bitcoin-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const port = await freePort()
    const child = await startChild({
      name: 'The Bitcoin node (litecoind)',
      command,
      arguments: nodeArguments(folder, port),
      ready: (output) => (output.includes('init message: Done loading') ? true : undefined),
    })
    const stop = async () => {
      await child.stop()
      await remove()
    }
    try {
      const cookie = await readFile(join(folder, 'regtest', '.cookie'), 'utf8')
      return { pid: child.pid, rpc: createNodeRpc(`http://127.0.0.1:${port}`, cookie), stop }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Fee floors and the replacement of transactions (BIP-125) are Bitcoin Core's since 29.1, in coins per 1,000 virtual bytes; the program's
 * own floors are higher, and it replaces nothing.
 */
const nodeArguments = (folder: string, port: number): readonly string[] => [
  '-regtest',
  '-server=1',
  '-listen=0',
  '-listenonion=0',
  '-dnsseed=0',
  '-upnp=0',
  '-discover=0',
  '-disablewallet=1',
  '-txindex=1',
  '-printtoconsole=1',
  '-mempoolreplacement=1',
  '-minrelaytxfee=0.000001',
  '-incrementalrelayfee=0.000001',
  '-blockmintxfee=0.00000001',
  '-dustrelayfee=0.00003',
  '-rpcbind=127.0.0.1',
  '-rpcallowip=127.0.0.1',
  `-rpcport=${port}`,
  `-datadir=${folder}`,
]
