'use client'

export { smartSessions } from './smartSessions.js'
