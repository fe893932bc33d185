# docker build -t petstore-conformance . && docker run --rm --read-only --tmpfs /tmp -v "$PWD/report:/report" \
#   -e PETSTORE_BASE_URL -e PETSTORE_API_KEY petstore-conformance
FROM node:22.22.0-slim@sha256:dd9d21971ec4395903fa6143c2b9267d048ae01ca6d3ea96f16cb30df6187d94 AS base
WORKDIR /kit

# What is installed is kept from build to build while these two files are as they were.
FROM base AS manifests
COPY package.json package-lock.json ./

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && rm -r dist/types

FROM manifests AS production
RUN npm ci --ignore-scripts --omit=dev

FROM base
# CI: an address that got lost must not turn green on the embedded server.
ENV NODE_ENV=production PETSTORE_OUT=/report CI=true
COPY --from=production /kit/package.json ./
COPY --from=production /kit/node_modules ./node_modules
COPY --from=build /kit/dist ./dist
COPY --from=build /kit/schemas/*.json ./schemas/
# The one place that a run writes to.
RUN mkdir /report && chown node:node /report
VOLUME /report
# A number, so that Kubernetes can see that it is not root.
USER 1000
# Relative paths, of waivers or an env file, are looked up in the folder that is mounted there.
WORKDIR /work
ENTRYPOINT ["node", "--", "/kit/dist/cli.js"]
CMD ["run"]
