# Debian and not Alpine: the PostgreSQL that npm brings needs glibc, and its initdb a shell.
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /minbar
# Apart from the sources, so that they may change without a new installation.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node --import tsx tools/image.ts /image

FROM node:${NODE}
LABEL org.opencontainers.image.title="Minbar" \
      org.opencontainers.image.description="Masjids post khutbah dates, and khateebs fill them." \
      org.opencontainers.image.licenses="MIT"
# PostgreSQL looks its user up in /etc/passwd, so it is the one that the base image brings.
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /image /minbar
WORKDIR /minbar
USER node
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "tools/healthcheck.js"]
# As tools/server/command.ts has it. No shell stands in between, so signals reach the server.
CMD ["node", "--max-semi-space-size=2", "--max-old-space-size=512", "server/main.js"]
