'use client'

export { balancesMessages } from '../react/messages.js'
