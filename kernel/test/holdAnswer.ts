interface HeldWallet {
  readonly pending: readonly unknown[]
  setApproval(mode: 'ask' | 'auto'): void
  approve(): void
}

/** Long enough for an answer to cross a turn or two of the page. Milliseconds. */
const crossing = 50

/** Has a test wallet wait with its next answer until the returned function is called, as `ConnectorHarness.hold` wants it. */
export function holdAnswer(wallet: HeldWallet): () => Promise<void> {
  wallet.setApproval('ask')
  return async () => {
    wallet.setApproval('auto')
    if (wallet.pending.length > 0) wallet.approve()
    await new Promise((resolve) => setTimeout(resolve, crossing))
  }
}
