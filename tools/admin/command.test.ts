import { expect, test } from 'vitest'
import { readCommand } from './command.ts'

const uid = '6d3f2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f'

test.each([
  [['restore', ' Yusuf@Minbar.example '], { email: 'yusuf@minbar.example' }, { kind: 'suspend', on: false }],
  [['unverify', uid], { uid }, { kind: 'verify', on: false }],
  [['suspend', uid.toUpperCase()], { uid }, { kind: 'suspend', on: true }],
  [['restore', uid], { uid }, { kind: 'suspend', on: false }],
  [['set-paid', uid], { uid }, { kind: 'set_paid', on: true }],
  [['set-paid', uid, 'no'], { uid }, { kind: 'set_paid', on: false }],
  [['set-free-trial', uid, 'yes'], { uid }, { kind: 'set_free_trial', on: true }],
  [['set-free-trial', uid, 'no'], { uid }, { kind: 'set_free_trial', on: false }],
  [['end-sessions', uid], { uid }, { kind: 'end_sessions' }],
  [['remove-second-factors', uid], { uid }, { kind: 'remove_second_factors' }],
])('readCommand parses the operator’s command %j', (args, who, order) => {
  expect(readCommand(args)).toEqual({ who, order })
})

test.each([
  ['held-letters', 'show'],
  ['release-letters', 'release'],
  ['drop-letters', 'drop'],
])('readCommand parses the operator’s command %s for held letters', (command, heldLetters) => {
  expect(readCommand([command])).toEqual({ heldLetters })
})

test.each([
  [['release-letters', uid], 'See npm run admin -- --help'],
  [['banish', uid], 'See npm run admin -- --help'],
  [['unverify', uid, 'no'], 'See npm run admin -- --help'],
  [['set-paid', uid, 'maybe'], 'See npm run admin -- --help'],
  [['set-paid', uid, 'yes', 'no'], 'See npm run admin -- --help'],
  [['verify', ' '], 'Say whose account: npm run admin -- verify EMAIL'],
  [['suspend', uid, uid], 'See npm run admin -- --help'],
  [['suspend'], 'Say whose account: npm run admin -- suspend EMAIL'],
])('readCommand rejects %j with an explanation', (args, sentence) => {
  expect(() => readCommand(args)).toThrow(sentence)
})
