import type { Command } from './command.js'
import { accountAbstraction } from './commands/accountAbstraction.js'
import { bitcoin } from './commands/bitcoin.js'
import { embeddedWallet } from './commands/embeddedWallet.js'
import { evm } from './commands/evm.js'
import { mail } from './commands/mail.js'
import { polkadot } from './commands/polkadot.js'
import { relay } from './commands/relay.js'
import { solana } from './commands/solana.js'

/** Every sub-command; add one file to commands/ and one entry here. */
export const commands: readonly Command[] = [
  evm,
  accountAbstraction,
  solana,
  bitcoin,
  polkadot,
  relay,
  mail,
  embeddedWallet,
]
