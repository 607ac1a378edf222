/** Code that only names another contract: an account that delegates (EIP-7702), and still a person's. */
export const delegation = /^0xef0100[0-9a-f]{40}$/i
