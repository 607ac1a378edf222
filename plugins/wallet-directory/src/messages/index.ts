'use client'

export { directory as walletDirectoryMessages } from '../react/messages.js'
