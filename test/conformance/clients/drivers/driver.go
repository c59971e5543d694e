// What a user of the client that openapi-generator makes for Go would write.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"example.org/client"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		var refused *client.GenericOpenAPIError
		if errors.As(err, &refused) {
			log.Fatalf("%v: %s", err, refused.Body())
		}
		log.Fatal(err)
	}
	return value
}

func check(holds bool) {
	if !holds {
		log.Panic("does not hold")
	}
}

func wait[T any](read func() T, done func(T) bool) T {
	for {
		if value := read(); done(value) {
			return value
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("VMS_API_URL")}}
	api := client.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("VMS_API_KEY"))

	clip, err := os.Open(os.Getenv("VMS_CLIP"))
	check(err == nil)
	info, err := clip.Stat()
	check(err == nil)
	id := must(api.VideosAPI.UploadVideo(ctx).File(clip).Name("Harbour").AutoProcess(false).Execute()).Id
	fmt.Println("upload")

	video := wait(
		func() *client.Video { return must(api.VideosAPI.GetVideo(ctx, id).Execute()) },
		func(each *client.Video) bool { return each.Status == "processed" },
	)
	check(video.Width == 320 && video.FileSize == info.Size())
	listed := false
	for _, each := range must(api.VideosAPI.ListVideos(ctx).Page(1).PageSize(20).Execute()).Videos {
		listed = listed || each.Id == id
	}
	check(listed)
	fmt.Println("read")

	options := client.NewProcessingOptions()
	options.SetFps(10)
	must(api.ProcessingAPI.StartProcessing(ctx, id).ProcessingOptions(*options).Execute())
	wait(
		func() *client.JobStatus { return must(api.ProcessingAPI.GetProcessingStatus(ctx, id).Execute()) },
		func(job *client.JobStatus) bool { return job.Status == "completed" },
	)
	fmt.Println("process")

	var found *client.BoxObject
	for _, each := range must(api.MetadataAPI.GetMetadata(ctx, id).Execute()).Objects {
		found = each.BoxObject
	}
	check(found.Kind == "box" && found.Track[0].Width > 0)
	fmt.Println("track")

	label := client.NewObjectPatch()
	label.SetUserLabel("Ferry")
	label.SetCustomData(map[string]interface{}{"deck": 2})
	patched := must(api.ObjectsAPI.PatchObject(ctx, id, found.Id).ObjectPatch(*label).Execute())
	check(*patched.Object.UserLabel.Get() == "Ferry")
	check(len(must(api.ObjectsAPI.ListObjects(ctx, id).Execute()).Objects) > 0)
	fmt.Println("object")

	corners := []client.MarkedCorner{{X: 0.2, Y: 0.2}, {X: 0.5, Y: 0.2}, {X: 0.5, Y: 0.6}, {X: 0.2, Y: 0.6}}
	board := client.NewMarkedSurface("Board", 0, corners)
	objectId := must(api.ObjectsAPI.CreateSurface(ctx, id).MarkedSurface(*board).Execute()).ObjectId
	marked := must(api.MetadataAPI.GetMetadata(ctx, id).Execute()).Objects[objectId]
	check(len(marked.SurfaceObject.Track[0].Corners) == 4)
	fmt.Println("surface")

	position := client.NewPointPatch()
	position.SetX(0.5)
	position.SetY(0.1)
	text := client.NewOverlayPluginPatch()
	text.SetType("core:text")
	text.SetConfig(map[string]interface{}{"text": "Harbour", "size": 0.08})
	title := client.NewOverlayPatch()
	title.SetId("title")
	title.SetPosition(*position)
	title.SetPlugin(*text)
	titles := client.NewLayerPatch()
	titles.SetId("titles")
	titles.SetOverlays([]client.OverlayPatch{*title})
	speed := client.NewEntryPatch()
	speed.SetId("speed")
	speed.AdditionalProperties = map[string]interface{}{"value": 4.2}
	patch := client.NewMetadataPatch()
	patch.SetLayers([]client.LayerPatch{*titles})
	patch.SetVariables([]client.EntryPatch{*speed})
	version := must(api.MetadataAPI.PatchMetadata(ctx, id).MetadataPatch(*patch).Execute()).Version
	fmt.Println("patch")

	replaced := client.NewValueOperation("replace", "/variables/0/value", 3.8)
	changes := []client.JsonPatchOperation{client.ValueOperationAsJsonPatchOperation(replaced)}
	request := client.NewChangeRequest(version, changes)
	check(must(api.ProjectsAPI.ApplyChanges(ctx, id).ChangeRequest(*request).Execute()).Revision == version+1)
	fmt.Println("change")

	callout := client.NewPluginInstallation("user:callout", "1.0.0", map[string]interface{}{"type": "object"})
	installed := must(api.ProjectsAPI.InstallPlugin(ctx, id).PluginInstallation(*callout).Execute())
	check(installed.Plugin.Version == "1.0.0")
	fmt.Println("plugin")

	exported := must(api.MetadataAPI.ExportVideo(ctx, id).Format("json").Execute())
	download, err := http.Get(exported.DownloadUrl)
	check(err == nil)
	defer download.Body.Close()
	bytes, err := io.ReadAll(download.Body)
	check(err == nil && int64(len(bytes)) == exported.FileSize)
	check(os.WriteFile(os.Getenv("VMS_OUT"), bytes, 0o600) == nil)
	fmt.Println("export")

	_, response, err := api.VideosAPI.GetVideo(ctx, "none").Execute()
	var refused *client.GenericOpenAPIError
	check(errors.As(err, &refused) && response.StatusCode == 404)
	answer, isErrorResponse := refused.Model().(client.ErrorResponse)
	check(isErrorResponse && answer.Error.Code == "VIDEO_NOT_FOUND")
	fmt.Println("refusal")

	check(must(api.VideosAPI.DeleteVideo(ctx, id).Execute()).Success)
	fmt.Println("delete")
}
