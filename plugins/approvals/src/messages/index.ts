'use client'

export { approvalsMessages } from '../react/messages.js'
