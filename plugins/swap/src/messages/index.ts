'use client'

export { swapMessages } from '../react/swapMessages.js'
