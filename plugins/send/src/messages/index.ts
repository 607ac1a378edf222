'use client'

export { sendMessages } from '../react/messages.js'
