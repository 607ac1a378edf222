import { BaseError } from '@latchkey/kernel/plugin'

const sentences = {
  COLLECTIBLE_TO_NOBODY: 'Nobody has this address. Enter the recipient’s address.',
  COLLECTIBLE_TO_COLLECTION:
    'This is the address of the collection. What’s sent there is lost. Enter another one.',
  COLLECTIBLE_TO_SELF: 'You own this NFT already. Enter somebody else’s address.',
  COLLECTIBLE_NOT_OWNED: 'Your account doesn’t have this NFT, or not that many of it. Load your NFTs again.',
  COLLECTIBLE_RECEIVER_REFUSES:
    'This address is a contract that doesn’t accept the NFT. Ask the recipient for another address.',
  COLLECTIBLE_STUCK: 'The collection doesn’t let this NFT be sent. Look at what its maker says.',
} as const

export function transferError(code: keyof typeof sentences): BaseError {
  return new BaseError(sentences[code], { code })
}
