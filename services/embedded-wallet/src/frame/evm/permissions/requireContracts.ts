import { permissionContracts } from '@latchkey/plugin-smart-sessions/delegations'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { nameNetwork } from '../../networkNames.js'
import { type Client, nodeError } from '../node.js'
import { hasCode } from '../smart/planOperation.js'
import { inEnglish } from '../../../words/translate.js'

/** @throws FrameError on a network without the contracts that enforce a permission's limits */
export async function requireContracts(client: Client, chainId: number): Promise<void> {
  const all = Object.values(permissionContracts)
  const have = await Promise.all(all.map((address) => hasCode(client, address))).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  if (have.every(Boolean)) return
  const { name } = nameNetwork(`eip155:${chainId}`)
  throw new FrameError(
    'network_not_supported',
    `Permissions don’t work on ${inEnglish(name)}, because the contracts that enforce their limits aren’t there.`,
    { rpcCode: 4200 },
  )
}
