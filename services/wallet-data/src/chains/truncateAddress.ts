/** Shortens an address in the middle, as the widget does: `0xd8dA…6045`. For display only. */
export const truncateAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
