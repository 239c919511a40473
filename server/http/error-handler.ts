import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { type FailureBody, type FailureCode, failures } from '../../contract/failures.ts'
import { fieldErrorMessage } from '../../contract/field-errors.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { Failure, type FieldErrors } from './failure.ts'

/** Failure codes for Fastify's own errors. */
const fastifyFailures: Readonly<Record<string, FailureCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_input',
}

/** The default Retry-After, in seconds. */
const defaultRetryAfter = 5

/** Answers every error with a failure of the contract. Unexpected errors are logged and answered with a general sentence. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error)
    // The call was refused on purpose, for example because of load. This is not a defect, so the log gets no stack.
    if (error instanceof Failure && failure.code === 'unavailable')
      request.log.warn({ because: failure.details.because }, 'call refused with 503')
    else if (failure.code === 'internal' || failure.code === 'unavailable')
      request.log.error({ err: error }, 'call failed')
    return sendFailure(reply, failure)
  })
}

/** Sends a failure with the status, headers and body that the contract defines. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { code, details } = failure
  const { status } = failures[code]
  const retryAfter = details.retryAfter ?? (status === 503 || status === 429 ? defaultRetryAfter : undefined)
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter))
  const body: FailureBody = {
    error: failure.message,
    code,
    ...(details.secondFactors && { secondFactors: details.secondFactors }),
    ...(details.rule && { rule: details.rule }),
    ...(details.by && { by: details.by }),
    ...(details.about && { about: details.about }),
    ...(details.fieldErrors && {
      fields: sentencesOf(details.fieldErrors),
      fieldErrors: details.fieldErrors,
    }),
  }
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

function sentencesOf(fieldErrors: FieldErrors): Record<string, string> {
  const sentences = Object.entries(fieldErrors).map(([field, its]) => [
    field,
    its.map(fieldErrorMessage).join(' '),
  ])
  return Object.fromEntries(sentences)
}

/** Returns the failure that a caller gets for an error. */
export function failureOf(error: FastifyError): Failure {
  if (error instanceof Failure) return error
  if (isDatabaseUnavailable(error)) return new Failure('unavailable', { because: 'database' })
  const code = fastifyFailures[error.code]
  if (code !== undefined) return new Failure(code)
  return new Failure(error.statusCode !== undefined && error.statusCode < 500 ? 'malformed_body' : 'internal')
}
