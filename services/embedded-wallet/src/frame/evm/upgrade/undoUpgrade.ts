import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { type Hex, zeroAddress } from 'viem'
import { nameNetwork } from '../../networkNames.js'
import { clientOf } from '../node.js'
import { feeFact } from '../sendTransaction.js'
import type { EvmContext } from '../shapes.js'
import { feeLimitOf, prepareOwn, sendOwn } from './changeUpgrade.js'
import { nameUpgrade, readUpgrade } from './readUpgrade.js'

/**
 * Takes the code from the key's account on a network, whatever code it is (EIP-7702: delegates to the zero address). Returns the
 * hash of the transaction.
 *
 * @throws FrameError when the account runs no code, or the person declines
 */
export async function undoUpgrade(context: EvmContext): Promise<Hex> {
  const client = clientOf(context)
  const upgrade = await readUpgrade(client, context.address)
  const { name: network, symbol } = nameNetwork(`eip155:${context.chainId}`)
  if (upgrade.kind === 'none') {
    throw new FrameError('invalid_request', `Your account isn’t upgraded on ${network}.`)
  }
  const prepared = await prepareOwn(client, { data: '0x', code: zeroAddress }, context)
  await context.screen.ask(
    {
      view: 'approve',
      title: 'Undo the upgrade of your account',
      text: 'It keeps its address and everything it holds. It can’t send several calls at once any more.',
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        { name: 'Your account runs', value: nameUpgrade(upgrade), isWarning: upgrade.kind === 'unknown' },
        { name: 'Account', value: context.address },
        { name: 'Network', value: network },
        feeFact(feeLimitOf(prepared), symbol),
      ],
      accept: 'Undo upgrade',
      refuse: 'Decline',
    },
    context.signal,
  )
  return sendOwn(client, prepared, context)
}
