package io.tidegate.internal.frontier;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidegate.internal.model.SourcePosition;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders the end offsets of a batch for the control table. Thread safe. */
public final class EndOffsets {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private EndOffsets() {}

  /** One JSON array: each offset as its source wrote it, as a JSON string where it is not JSON. */
  public static String jsonArray(List<SourcePosition> sources) {
    return sources.stream()
        .map(source -> element(source.offsetJson()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String element(@Nullable String offset) {
    if (offset == null) {
      return "null";
    }
    return isJson(offset) ? offset.strip() : TextNode.valueOf(offset).toString();
  }

  private static boolean isJson(String text) {
    try {
      return !JSON.readTree(text).isMissingNode();
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
