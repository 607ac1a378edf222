'use client'

export { walletDirectory } from './walletDirectory.js'
export { directory as walletDirectoryMessages } from './messages.js'
