import { type Hex, zeroAddress } from 'viem'
import { askWithFee, type FeeLimit, feeFacts } from '../../askWithFee.js'
import { nameNetwork } from '../../networkNames.js'
import { askedBy, type Fact, networkFact } from '../../facts.js'
import { handOver } from '../handOver.js'
import { clientOf } from '../node.js'
import type { EvmContext } from '../shapes.js'
import { feeLimitOf, prepareOwn, signOwn } from './changeUpgrade.js'
import { nameUpgrade, readUpgrade, type Upgrade } from './readUpgrade.js'
import { say } from '../../../words/say.js'

/**
 * Takes the code from the key's account on a network, whatever code it is (EIP-7702: delegates to the zero address). Returns the
 * hash of the transaction. Goes on where the node says that there's no code: it would keep the person from taking it away.
 *
 * @throws FrameError when the person declines, or the node refuses
 */
export async function undoUpgrade(context: EvmContext): Promise<Hex> {
  const client = clientOf(context)
  const upgrade = await readUpgrade(client, context.address)
  const { symbol } = nameNetwork(`eip155:${context.chainId}`, context.app)
  const prepared = await prepareOwn(client, { data: '0x', code: zeroAddress }, context)
  const fee: FeeLimit = { value: feeLimitOf(prepared), symbol }
  await askWithFee(
    context,
    {
      view: 'approve',
      title: say`Undo the upgrade of your account`,
      text: say`It keeps its address and everything it holds. It can’t send several calls at once any more.`,
      facts: [
        askedBy(context),
        factOfCode(upgrade),
        { name: say`Account`, value: context.address },
        networkFact(`eip155:${context.chainId}`, context.app),
        ...feeFacts(fee),
      ],
      accept: say`Undo upgrade`,
      refuse: say`Decline`,
    },
    fee,
  )
  const signed = await signOwn(prepared, context)
  await handOver(client, signed)
  return signed.hash
}

function factOfCode(upgrade: Upgrade): Fact {
  const name = say`Your account runs`
  return upgrade.kind === 'none'
    ? { name, value: say`No code, as the app’s node says. It may be wrong.`, isWarning: true }
    : { name, value: nameUpgrade(upgrade), isWarning: upgrade.kind === 'unknown' }
}
