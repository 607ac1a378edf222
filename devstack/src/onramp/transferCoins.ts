import { Keyring } from '@polkadot/api'
import { connectApi } from '@latchkey/service-kit/polkadot'
import { DevstackError } from '../devstackError.js'
import type { PolkadotStack } from '../polkadot/startPolkadot.js'

/** Sends coins of the stack's last account, and returns the extrinsic's hash once a block has it. */
export async function transferCoins(
  { url, accounts }: PolkadotStack,
  to: string,
  units: bigint,
): Promise<string> {
  const api = await connectApi(url)
  try {
    const call = api.tx['balances']?.['transferKeepAlive']?.(to, units)
    const uri = accounts.at(-1)?.uri
    if (!call || uri === undefined)
      throw new DevstackError('WRONG_CHAIN', 'The chain has no balances to send.')
    const signer = new Keyring({ type: 'sr25519' }).addFromUri(uri)
    await new Promise<void>((resolve, reject) => {
      call
        .signAndSend(signer, { nonce: -1, era: 0 }, ({ status, dispatchError }) => {
          if (dispatchError) reject(new Error(`The chain refused the delivery: ${dispatchError.toString()}`))
          else if (status.isInBlock || status.isFinalized) resolve()
        })
        .catch(reject)
    })
    return call.hash.toHex()
  } finally {
    await api.disconnect()
  }
}
