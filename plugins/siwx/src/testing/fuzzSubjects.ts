import { bip122 } from '../server/bip122/bip122.js'
import { eip155 } from '../server/eip155/eip155.js'
import { polkadot } from '../server/polkadot/polkadot.js'
import { solana } from '../server/solana/solana.js'
import { bitcoinSigner, evmSigner, polkadotSigner, solanaSigner } from './signers.js'

/** One verifier of each namespace with an account that signs for it. */
export const FUZZ_SUBJECTS = [
  { verifier: eip155(), signer: evmSigner(1), chainId: 'eip155:1' },
  { verifier: solana(), signer: solanaSigner(1), chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  { verifier: bip122(), signer: bitcoinSigner(1), chainId: 'bip122:000000000019d6689c085ae165831e93' },
  { verifier: polkadot(), signer: polkadotSigner(1), chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182' },
] as const
