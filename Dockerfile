# docker build -t petstore-conformance . && docker run --rm --read-only --tmpfs /tmp -v "$PWD/report:/report" \
#   -e PETSTORE_BASE_URL -e PETSTORE_API_KEY petstore-conformance
FROM node:22-slim AS build
WORKDIR /kit
COPY . .
RUN npm ci && npm prune --omit=dev

FROM node:22-slim
ENV NODE_ENV=production PETSTORE_OUT=/report
WORKDIR /kit
COPY --from=build /kit/package.json ./
COPY --from=build /kit/node_modules ./node_modules
COPY --from=build /kit/dist ./dist
COPY --from=build /kit/schemas ./schemas
# The one place that a run writes to.
RUN mkdir /report && chown node:node /report
VOLUME /report
# A number, so that Kubernetes can see that it is not root.
USER 1000
# Relative paths, of waivers or an env file, are looked up in the folder that is mounted there.
WORKDIR /work
ENTRYPOINT ["node", "--", "/kit/dist/cli.js"]
CMD ["run"]
