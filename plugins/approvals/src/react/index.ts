'use client'

export { approvals } from './approvals.js'
