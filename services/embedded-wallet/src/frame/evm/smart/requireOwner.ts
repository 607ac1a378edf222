import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/**
 * The key of the smart account, before it signs anything of whatever kind.
 *
 * @throws FrameError when what the frame keeps of the owner was changed
 */
export function requireOwner(key: Hex, owner: Hex): Hex {
  if (privateKeyToAddress(key) !== owner) throw new FrameError('failed', 'The account has another owner.')
  return key
}
