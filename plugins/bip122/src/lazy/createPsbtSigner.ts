import { untilAborted, featureMissing } from '@latchkey/kernel/chain'
import type { SignTransactionCapability } from '@latchkey/kernel/contracts'
import type { BitcoinNetworks } from '../networks.js'
import { networkOf } from './networkOf.js'
import type { SignedPsbt, SignPsbtCapability } from '../signPsbt.js'
import type { UtxoSourceService } from '../utxoSource.js'
import { toBase64 } from './bytes.js'
import { checkSignedPsbt } from './checkSignedPsbt.js'
import { finalisePsbt, isComplete } from './finalisePsbt.js'
import { chooseInputs } from './psbtInputs.js'
import { readPsbt } from './readPsbt.js'
import { walletOf } from './walletOf.js'

export interface PsbtTools {
  readonly networks: BitcoinNetworks
  readonly source: () => UtxoSourceService
}

/** Signing of PSBTs, and the kernel's `SignTransaction` by the same way. */
export function createPsbtSigner({ networks, source }: PsbtTools): {
  readonly signPsbt: SignPsbtCapability
  readonly signTransaction: SignTransactionCapability
} {
  const signPsbt: SignPsbtCapability = {
    async sign(request): Promise<SignedPsbt> {
      const { networkId, signal } = request
      const network = networkOf(networks, networkId)
      const wallet = walletOf(request.provider)
      const psbt = readPsbt(request.psbt)
      const inputs = chooseInputs(psbt, request, network)
      if (!wallet.signPsbt) throw featureMissing(wallet.name, 'signTransactions')
      const question = { networkId, psbt: toBase64(psbt.toBuffer()), inputs }
      const answer = await untilAborted(signal, async () => wallet.signPsbt?.(question))
      const signed = checkSignedPsbt(wallet.name, psbt, answer, inputs)
      if (!request.finalise && !request.broadcast) {
        return { psbt: toBase64(signed.toBuffer()), complete: isComplete(signed) }
      }
      const final = finalisePsbt(signed)
      if (request.broadcast) {
        await source().broadcast({ networkId, transaction: final.transaction, signal })
      }
      return { psbt: toBase64(signed.toBuffer()), complete: true, ...final }
    },
  }
  return {
    signPsbt,
    signTransaction: {
      async sign({ transaction, ...request }) {
        const { psbt } = await signPsbt.sign({ ...request, psbt: transaction })
        return readPsbt(psbt).toBuffer()
      },
    },
  }
}
